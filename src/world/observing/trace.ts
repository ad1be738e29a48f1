/** What a tracer learns of a call or a job that has ended. */

/** Times are real milliseconds since 1970, with fractions. */
export interface Span {
  readonly name: string
  readonly began: number
  readonly ended: number
  readonly attributes: Readonly<Record<string, string | number>>
}

export interface Trace extends Span {
  /** Tells it apart from all others of a simulator. */
  readonly key: string
  /** The key of the call or job that booked it. Undefined: a call. */
  readonly cause: string | undefined
  /** Of a call: they may continue the trace of its caller. */
  readonly headers: Readonly<Record<string, unknown>>
  readonly failed: boolean
  readonly stages: readonly Span[]
}

/** Sends traces to a collector. */
export interface TraceRecorder {
  record(trace: Trace): void
  /** Sends what is not sent yet. */
  end(): Promise<void>
}
