/** Checks the server's replies to this command: a reply that does not match its row may come from a server that is not Standin. */
import type { ControlId } from '../../../control/client.ts'
import { Failure } from './command.ts'

/** The last reply per row. */
const replies = new Map<ControlId, { readonly url: string; readonly reply: unknown }>()

export const remember = (id: ControlId, url: string, reply: unknown): void => void replies.set(id, { url, reply })

/** Forgets all replies. Needed because tests run several commands in one process. */
export const forgetReplies = (): void => replies.clear()

/** Returns `undefined` if every reply matches its row. Loads the rows only when needed, because loading them is slow. */
export async function strangeReply(): Promise<Failure | undefined> {
  if (replies.size === 0) return undefined
  const { controls } = await import('../../../control/index.ts')
  for (const { id, method, path, replies: declared } of controls) {
    const given = replies.get(id as ControlId)
    const schemas = Object.values(declared).flatMap((each) => ('schema' in each ? [each.schema] : []))
    if (given === undefined || schemas.length === 0 || schemas.some((schema) => schema.safeParse(given.reply).success)) continue
    return new Failure(`The reply from ${given.url} to ${method} ${path} is not from Standin. Is Standin running there?`)
  }
  return undefined
}
