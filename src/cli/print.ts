/** Prints a reply: as JSON, or in words. */
import type { Io } from './io.ts'

/** An empty reply is `null` in JSON. */
export function print<Reply>({ stdout }: Io, { json }: { readonly json: boolean }, reply: Reply, inWords: (reply: Reply) => string): void {
  stdout.write(json ? `${JSON.stringify(reply ?? null)}\n` : inWords(reply))
}
