/** What a run without faults was refused. A client that is wrong by itself shows nothing about faults. */

/** A call of the client and its answer, oldest first. */
export interface AnsweredCall {
  /** The operation; the method and the path where there is none. */
  readonly label: string
  /** Null: there was no answer. */
  readonly status: number | null
  readonly replyBody: string | null
}

/** The longest reason that is told. */
const longest = 200

export const isRefused = ({ status }: Pick<AnsweredCall, 'status'>): boolean => status !== null && status >= 400 && status < 500

/** Whether there are calls, and each was refused. */
export const isAllRefused = (calls: readonly AnsweredCall[]): boolean => calls.length > 0 && calls.every(isRefused)

/** Each refused operation once, as a sentence. */
export function refusedIn(calls: readonly AnsweredCall[]): string[] {
  const last = calls.at(-1)
  const told = new Map<string, string>()
  for (const call of calls.filter(isRefused)) {
    const reason = reasonIn(call.replyBody)
    const answered = `${call.label} answered ${call.status}${reason === '' ? '' : `: ${reason}`}`
    told.set(`${call.label} ${call.status}`, call === last ? `${answered}, so nothing after it was tried.` : `${answered}.`)
  }
  return [...told.values()]
}

/** Without its last full stop. */
function reasonIn(body: string | null): string {
  const text = body?.trim() ?? ''
  const value = parsed(text)
  const members = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  const [first] = typeof members.errors === 'object' && members.errors !== null ? Object.entries(members.errors) : []
  const wrong = first && `${first[0]}: ${[first[1]].flat()[0]}`
  const reason = [wrong, members.detail, members.error_description, members.title, members.error].find((each) => typeof each === 'string')
  const told = String(reason ?? text)
  return told.length > longest ? `${told.slice(0, longest)}…` : told.replace(/\.$/, '')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
