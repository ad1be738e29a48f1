/** Decides when each call and job in a replay continues, following the recording. */
import type { Call } from '../../../service/wire/call.ts'
import type { Observer } from '../../../service/world/observer.ts'
import { nameOf, type ReplayedCall, stand } from './replayed-call.ts'

export interface Conductor extends Observer {
  /** Registers a call, identified by its host's `Call` object. */
  expect(call: Call, replayed: ReplayedCall): void
  /** Permits a world's jobs to run, in this order. */
  allowJobs(world: string, ids: readonly string[]): void
  /** Permitted jobs that have not run yet. */
  waitingJobs(world: string): readonly string[]
  /** Describes events that occurred in a different order than in the recording. */
  disorder: string | undefined
}

export function createConductor(): Conductor {
  const incoming = new WeakMap<Call, ReplayedCall>()
  const lines = new WeakMap<object, ReplayedCall>()
  const allowed = new Map<string, string[]>()
  const standing = new Map<string, { readonly id: string; go(): void }[]>()

  /** Runs the permitted jobs that are waiting. */
  function release(world: string): void {
    const ids = allowed.get(world) ?? []
    const jobs = standing.get(world) ?? []
    for (const id of Array.from(ids)) {
      const at = jobs.findIndex((job) => job.id === id)
      if (at < 0) continue
      ids.splice(ids.indexOf(id), 1)
      jobs.splice(at, 1)[0]?.go()
    }
  }
  const conductor: Conductor = {
    disorder: undefined,
    expect: (call, replayed) => void incoming.set(call, replayed),
    allowJobs(world, ids) {
      allowed.set(world, [...(allowed.get(world) ?? []), ...ids])
      release(world)
    },
    waitingJobs: (world) => allowed.get(world) ?? [],
    carry: (call, carry) => carry(call),
    control: ({ call }, carry) => carry(call),
    arrived(call, line) {
      const replayed = incoming.get(call)
      if (replayed) lines.set(line, replayed)
    },
    reached(line, stage) {
      const call = lines.get(line)
      return call && stand(call, stage)
    },
    committing(line) {
      const call = lines.get(line)
      // In the recording, the client disconnected before any further commit.
      if (call?.recorded.gone && call.commits >= call.recorded.commits) call.leaving.abort()
    },
    committed(line) {
      const call = lines.get(line)
      if (!call) return
      call.commits++
      if (call.commits > call.due) conductor.disorder ??= `${nameOf(call)} changed its world while another call was in progress`
    },
    began({ id }, world) {
      const ids = allowed.get(world) ?? []
      const at = ids.indexOf(id)
      if (at > 0) conductor.disorder ??= `the job ${id} ran before ${ids[0]}`
      if (at >= 0) {
        ids.splice(at, 1)
        return undefined
      }
      return new Promise((resolve) => {
        const jobs = standing.get(world) ?? []
        standing.set(world, [...jobs, { id, go: resolve }])
      })
    },
    woke() {},
    wakes: () => false,
    caughtUp() {},
    now: (real) => real,
    breathed: (breath) => breath,
    closing() {},
    called: (_, reply) => reply,
  }
  return conductor
}
