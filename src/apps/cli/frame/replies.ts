/** What servers answered to this command: where it cannot read a reply, another server than Standin may have given it. */
import type { ControlId } from '../../../control/client.ts'
import { Failure } from './command.ts'

/** The last of each row. */
const replies = new Map<ControlId, { readonly url: string; readonly reply: unknown }>()

export const remember = (id: ControlId, url: string, reply: unknown): void => void replies.set(id, { url, reply })

/** A process may run several commands, one after the other: a test does. */
export const forgetReplies = (): void => replies.clear()

/** Undefined: every reply is as its row says. The rows are loaded only here, because they take a good part of the time of a command. */
export async function strangeReply(): Promise<Failure | undefined> {
  if (replies.size === 0) return undefined
  const { controls } = await import('../../../control/index.ts')
  for (const { id, method, path, replies: declared } of controls) {
    const given = replies.get(id as ControlId)
    const schemas = Object.values(declared).flatMap((each) => ('schema' in each ? [each.schema] : []))
    if (given === undefined || schemas.length === 0 || schemas.some((schema) => schema.safeParse(given.reply).success)) continue
    return new Failure(`${given.url} does not answer ${method} ${path} as Standin does. Is it Standin that runs there?`)
  }
  return undefined
}
