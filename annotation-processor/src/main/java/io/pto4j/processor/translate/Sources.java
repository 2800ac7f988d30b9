package io.pto4j.processor.translate;

import com.google.common.collect.ImmutableSortedMap;
import io.pto4j.ir.Function;
import io.pto4j.processor.tree.JMethod;
import io.pto4j.processor.tree.Place;
import java.util.Optional;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;

/** Where the methods that a program calls come from. */
public interface Sources {
  /** The declaration, whose rules are checked. */
  Signature signature(ExecutableElement method);

  /** The body, when the method's class is compiled now. */
  Optional<JMethod> source(ExecutableElement method);

  /**
   * The functions that an earlier compilation published for the class.
   *
   * @param place where the class is used, for errors
   */
  ImmutableSortedMap<String, Function> published(TypeElement type, Place place);
}
