/** Demands the answer without which a given cannot go on. */
import { CallFailed, type ClientReply } from '../client.ts'

export function demand(what: string, wanted: number, { status, text }: ClientReply<unknown>): void {
  if (status !== wanted) throw new CallFailed(`${what} was answered ${status}: ${text}`)
}
