/** Says what a client was refused in a run without faults, and refuses to explore a client that shows nothing. */
import { Misuse } from '../../misuse.ts'
import type { Ran, Session } from './run.ts'
import type { AnsweredCall } from './trace.ts'

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

/** Throws {@link Misuse} for a client that does not end well without faults. */
export function demandClean({ code, said, calls }: Ran, { clock }: Session): void {
  if (calls.length === 0 && code === 0) throw new Misuse('The command made no call. It finds the address of its world in STANDIN_URL.')
  const refused = refusedIn(calls)
  const ending = code === null ? 'does not end' : `ends with exit code ${code}`
  if (code === 0 && !isAllRefused(calls)) return
  const hint =
    code !== 0 && clock === 'driven'
      ? ' With the clock driven, only polls move the time: a client that waits for a webhook or a reminder needs the clock waiting.'
      : ''
  const called = calls.length === 0 ? ' and makes no call' : ''
  const demand = code === 0 ? 'Each of its calls is refused. Explore a command that gets on.' : 'Explore a command that ends well.'
  throw new Misuse([`Without faults, the command ${ending}${called}${said ? ` (${said})` : ''}.`, ...refused, `${demand}${hint}`].join(' '))
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
