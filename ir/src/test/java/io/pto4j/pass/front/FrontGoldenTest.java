package io.pto4j.pass.front;

import io.pto4j.pass.PassGolden;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The passes of the front as pairs of texts. */
class FrontGoldenTest {
  @TestFactory
  Stream<DynamicTest> convertToSsa() {
    return PassGolden.tests(new ConvertToSSA());
  }

  @TestFactory
  Stream<DynamicTest> flattenCallExpr() {
    return PassGolden.tests(new FlattenCallExpr());
  }
}
