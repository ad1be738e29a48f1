/** Sends traces with the OpenTelemetry SDK, configured by the `OTEL_*` variables. */
import type { Context, SpanContext } from '@opentelemetry/api'
import { Misuse } from '../../service/wire/misuse.ts'
import type { Trace, TraceRecorder } from '../../service/world/platform.ts'

/** Maximum number of stored span contexts, which jobs use to link to the call or job that booked them. */
const remembered = 10_000
/** Maximum number of jobs waiting for the call or job that booked them to end. */
const mostWaiting = 1_000

export async function nodeTraces(version: string, tell: (text: string) => void): Promise<TraceRecorder> {
  const { api, resources, NodeSDK } = await load()
  const { trace, context, propagation, diag, SpanKind, SpanStatusCode, ROOT_CONTEXT } = api
  const own = resources.resourceFromAttributes({ 'service.name': 'standin', 'service.version': version })
  const sdk = new NodeSDK({
    resource: resources.defaultResource().merge(own),
    // Omits the process detector, which would send command arguments that can contain secrets.
    resourceDetectors: [resources.serviceInstanceIdDetector, resources.envDetector],
    metricReaders: [],
    logRecordProcessors: [],
  })
  const complain = complaints(tell)
  sdk.start()
  if (process.env.OTEL_LOG_LEVEL === undefined) diag.setLogger(loggerOf(complain), api.DiagLogLevel.ERROR)
  const tracer = trace.getTracer('standin', version)
  const contexts = new Map<string, SpanContext>()
  /** Waiting jobs, keyed by the call or job that booked them. */
  const waiting = new Map<string, Trace[]>()
  let waits = 0

  function write(told: Trace, parent: Context): void {
    const { key, name, began, ended, attributes, failed, stages, cause } = told
    const kind = cause === undefined ? SpanKind.SERVER : SpanKind.INTERNAL
    const span = tracer.startSpan(name, { kind, startTime: began, attributes }, parent)
    if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
    const within = trace.setSpan(parent, span)
    for (const stage of stages) tracer.startSpan(stage.name, { startTime: stage.began }, within).end(stage.ended)
    span.end(ended)
    if (contexts.size >= remembered) contexts.clear()
    contexts.set(key, span.spanContext())
    const booked = waiting.get(key) ?? []
    waiting.delete(key)
    waits -= booked.length
    for (const job of booked) write(job, within)
  }

  /** Writes the jobs that have waited longest, without a parent span. */
  function writeOldest(): void {
    const [oldest] = waiting
    if (!oldest) return
    const [key, jobs] = oldest
    waiting.delete(key)
    waits -= jobs.length
    for (const job of jobs) write(job, ROOT_CONTEXT)
  }
  return {
    record(told) {
      const { cause, headers } = told
      if (cause === undefined) return write(told, propagation.extract(ROOT_CONTEXT, headers))
      const booker = contexts.get(cause)
      if (booker) return write(told, trace.setSpanContext(ROOT_CONTEXT, booker))
      // A job can end before the call that booked it has sent its reply.
      waiting.set(cause, [...(waiting.get(cause) ?? []), told])
      if (++waits > mostWaiting) writeOldest()
    },
    async end() {
      while (waits > 0) writeOldest()
      await sdk.shutdown().catch(complain)
      for (const part of [trace, context, propagation, diag]) part.disable()
    },
  }
}

/** Loads OpenTelemetry, which is not a dependency, because it is large and few users trace their servers. */
async function load() {
  try {
    const [api, resources, { NodeSDK }] = await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/sdk-node'),
    ])
    return { api, resources, NodeSDK }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) throw error
    throw new Misuse('--otel needs OpenTelemetry. Install it: npm i -D @opentelemetry/api @opentelemetry/resources @opentelemetry/sdk-node')
  }
}

/** Reports each reason once. */
function complaints(tell: (text: string) => void): (reason: unknown) => void {
  const told = new Set<string>()
  return (reason) => {
    const text = `Traces cannot be sent: ${reason instanceof Error ? reason.message : String(reason)}\n`
    if (!told.has(text)) tell(text)
    told.add(text)
  }
}

/** Returns a logger that reports only errors. The SDK logs errors as JSON. */
function loggerOf(complain: (reason: unknown) => void) {
  const silent = () => {}
  return {
    error: (said: string) => complain(/"message":"([^"]+)"/.exec(said)?.[1] ?? said),
    warn: silent,
    info: silent,
    debug: silent,
    verbose: silent,
  }
}
