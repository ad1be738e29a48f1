/** Tells the collector how a server uses memory. */
import { flushCompileCache } from 'node:module'
import { setFlagsFromString } from 'node:v8'

/** Once everything is loaded that every start needs: the cache knows code by the flags under which it was compiled. */
export function keepCallsYoung(): void {
  // Later versions have not been measured.
  if (Number.parseInt(process.versions.node, 10) > 24) return
  flushCompileCache()
  // What a call allocates is taken for long-lived after a while, and then costs whole collections: up to half of the time, and twice the memory.
  setFlagsFromString('--no-allocation-site-pretenuring')
}
