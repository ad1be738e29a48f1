/** Prints a reply: as it is, or in words. */
import type { Io } from './io.ts'

export function print<Reply>(
  { stdout }: Io,
  { json }: { readonly json: boolean },
  reply: unknown,
  inWords: (reply: Reply) => string,
): void {
  stdout.write(json ? `${JSON.stringify(reply)}\n` : inWords(reply as Reply))
}
