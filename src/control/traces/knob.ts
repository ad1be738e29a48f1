/** What OpenTelemetry sees: a span for each call, its stages and its jobs, made of their lines when they end. */
import type { Engine } from '../../service/engine/engine.ts'
import { Misuse } from '../../service/wire/misuse.ts'
import type { Platform, TraceRecorder } from '../../service/world/platform.ts'

export interface Traces {
  /**
   * Sends spans of all calls and jobs that end from now on, to where the variables `OTEL_*` say. `tell`: says why they cannot be sent.
   * Throws {@link Misuse} in a browser, and where OpenTelemetry is not installed.
   */
  start(tell?: (text: string) => void): Promise<void>
  /** Sends what is not sent yet, and no more from then on. */
  end(): Promise<void>
}

/** Calls and jobs cost nothing more before somebody starts it. */
export function createTraces(platform: Platform, worlds: Engine['worlds'], version: string): Traces {
  let recorder: TraceRecorder | undefined
  let unwatch = () => {}
  return {
    async start(tell = () => {}) {
      const { openTraces } = platform
      if (!openTraces) throw new Misuse('There are no traces in a browser. Ask a server.', undefined, 501)
      if (recorder) return
      const [opened, { realTime, traceOf }] = await Promise.all([openTraces(version, tell), import('./trace-of-line.ts')])
      recorder = opened
      const timeOf = realTime(platform)
      unwatch = worlds.watch((line, world) => opened.record(traceOf(line, world, timeOf)))
    },
    async end() {
      unwatch()
      const ending = recorder
      recorder = undefined
      await ending?.end()
    },
  }
}
