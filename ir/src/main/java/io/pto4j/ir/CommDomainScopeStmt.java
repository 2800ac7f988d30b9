package io.pto4j.ir;

import com.google.common.collect.ImmutableList;
import org.immutables.value.Value;

/**
 * A region whose devices share windows.
 *
 * @param devices the numbers of the devices, empty for all
 * @param slots the windows they share; the body defines the pointers of their bases
 *     <p>Source: PyPTO IR types, DistributedTensorType; PyPTO IR, CommDomainScopeStmt.
 */
@Value.Builder
public record CommDomainScopeStmt(
    @Ignore Span span,
    @Ignore ImmutableList<String> leadingComments,
    String nameHint,
    Stmt body,
    Attrs attrs,
    ImmutableList<Long> devices,
    ImmutableList<WindowBuffer> slots)
    implements ScopeStmt, WithCommDomainScopeStmt {
  public CommDomainScopeStmt {
    ConstructionRule.requireValues(attrs, "attribute of a scope", span);
    boolean distinct = devices.stream().distinct().count() == devices.size();
    ConstructionRule.DOMAIN_DEVICES.require(
        distinct && devices.stream().allMatch(d -> d >= 0), devices);
  }
}
