/** Traces for OpenTelemetry: a span for each call, its stages and its jobs, created when they end. */
import type { Engine } from '../../service/engine/engine.ts'
import { Misuse } from '../../service/wire/misuse.ts'
import type { Platform, TraceRecorder } from '../../service/world/platform.ts'

export type Traces = ReturnType<typeof createTraces>

/** Calls and jobs have no tracing overhead before `start`. */
export function createTraces(platform: Platform, worlds: Engine['worlds'], version: string) {
  let recorder: TraceRecorder | undefined
  let unwatch = () => {}
  return {
    /**
     * Exports spans for all calls and jobs that end from now on, as configured by the `OTEL_*` variables. If the export fails, calls `tell`
     * with the reason. Throws {@link Misuse} in a browser, or if OpenTelemetry is not installed.
     */
    async start(tell: (text: string) => void = () => {}): Promise<void> {
      const { openTraces } = platform
      if (!openTraces) throw new Misuse('Traces are not available in a browser. Use a server.', undefined, 501)
      if (recorder) return
      const [opened, { realTime, traceOf }] = await Promise.all([openTraces(version, tell), import('./trace-of-line.ts')])
      recorder = opened
      const timeOf = realTime(platform)
      unwatch = worlds.watch((line, world) => opened.record(traceOf(line, world, timeOf)))
    },
    /** Exports pending spans and stops tracing. */
    async end(): Promise<void> {
      unwatch()
      const ending = recorder
      recorder = undefined
      await ending?.end()
    },
  }
}
