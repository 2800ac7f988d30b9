package io.pto4j.ir;

/**
 * The types of opaque handles, which carry no data of their own. Source: PyPTO IR types, marker
 * types.
 */
public enum HandleType implements Type {
  WINDOW_BUFFER("WindowBufferType", "pld.WindowBufferType"),
  COMM_CTX("CommCtxType", "pld.CommCtxType"),
  PREFETCH_ASYNC_CONTEXT("PrefetchAsyncContextType", "pl.PrefetchAsyncContext"),
  ASYNC_EVENT("AsyncEventType", "pl.AsyncEvent"),
  ASYNC_SESSION("AsyncSessionType", "pl.AsyncSession");

  private final String kind;
  private final String text;

  HandleType(String kind, String text) {
    this.kind = kind;
    this.text = text;
  }

  /** The name of the kind of type in files and messages. */
  public String kind() {
    return kind;
  }

  /** The annotation in the text form. */
  public String text() {
    return text;
  }
}
