/** Creates the verdicts reply: one judgement per verdict and caller in a world. */

import { operationsById } from '../../service/areas/index.ts'
import { header } from '../../service/wire/call.ts'
import { parseJson } from '../../service/wire/json.ts'
import { unknownName } from '../../service/wire/misuse.ts'
import { bodyLimit, type Line } from '../../service/world/journal.ts'
import type { World } from '../../service/world/world.ts'
import { organizationOf } from '../callers/knob.ts'
import { droppedLines } from '../journal/dropped.ts'
import type { Finding, Judged } from './judging/fold.ts'
import type { Verdict } from './judging/verdict.ts'
import type { VerdictsReply } from './rows.ts'
import { loadVerdicts, type Watching } from './watching.ts'

const most = 20

/** Returns Standin's most recent faulty replies. Skips replies from a scenario or a user, which are wrong on purpose. */
function ownFaults({ journal }: World): Told['ours'] {
  const faults: Told['ours'] = []
  for (const line of journal.calls.list().reverse()) {
    const why = faults.length < most ? faultIn(line) : undefined
    if (why !== undefined) faults.push({ call: line.id, why })
  }
  return faults.reverse()
}

function faultIn({ operation, status, replyHeaders, replyBody, scenario, cut, stage }: Line): string | undefined {
  if (operation === null || status === null || replyHeaders === null || scenario !== null || cut) return undefined
  if (header(replyHeaders, 'x-standin-bug') !== undefined) return 'Standin has a bug; see its log'
  // The service answers in the last stage. An earlier answer comes from an override or from `Prefer`.
  if (status >= 400 || stage !== 'handle') return undefined
  const shape = operationsById.get(operation)?.replies[status]
  if (!shape) return `the OpenAPI document does not list status ${status} for ${operation}`
  // Bodies of this length may have been truncated, and the secrets in token replies were replaced with placeholders.
  if (shape.kind !== 'json' || replyBody === null || replyBody.length >= bodyLimit || operation.startsWith('authentication.'))
    return undefined
  const result = shape.schema.safeParse(parseJson(replyBody))
  return result.success ? undefined : `the reply does not match its schema: ${result.error.issues[0]?.message ?? ''}`
}

export interface VerdictFilter {
  /** A client id or an organization number. Default: every caller. */
  readonly caller?: string | undefined
  /** The name of a verdict set, such as `2026-11`. Default: every verdict in this version. */
  readonly set?: string | undefined
}

/** `callers`: undefined for every caller. */
type JudgedBy = Pick<VerdictFilter, 'set'> & { readonly callers: readonly string[] | undefined }
type Told = Pick<VerdictsReply, 'verdicts' | 'callers' | 'watched' | 'missing' | 'unmet' | 'ours' | 'repeated'>

export async function judged(world: World, watching: Watching, { callers, set }: JudgedBy): Promise<Told> {
  const { verdicts, foldOf, verdictSets } = await loadVerdicts()
  const watch = await watching.of(world)
  const all = (watch?.fold ?? foldOf(verdicts, world)).judge()
  const shown = callers ? all.filter(({ caller }) => callers.includes(caller)) : all
  const isInSet = membersOf(set, verdictSets)
  return {
    verdicts: verdicts.flatMap((verdict, nth) => (verdict.look && isInSet(verdict.id) ? show(verdict, shown, nth, world) : [])),
    callers: shown.map(({ caller, orgNo, calls }) => ({ caller, ...organizationOf(world, orgNo), calls })),
    watched: watch !== undefined,
    missing: missing(world, watch !== undefined),
    unmet: [...(watch?.faults ?? [])].flatMap(([name, met]) => (met ? [] : name)),
    ours: ownFaults(world),
    repeated: shown.flatMap(({ caller, byLibrary }) => (byLibrary.length > 0 ? { caller, calls: [...byLibrary] } : [])),
  }
}

function membersOf(set: string | undefined, sets: Readonly<Record<string, readonly string[]>>): (id: string) => boolean {
  if (set === undefined) return () => true
  const members = Object.hasOwn(sets, set) ? sets[set] : undefined
  if (!members) throw unknownName(`Unknown set of verdicts: ${JSON.stringify(set.slice(0, 100))}.`, set, Object.keys(sets))
  return (id) => members.includes(id)
}

function show(
  { id, sentence, severity, source, guidance, exercise, dialect }: Verdict,
  all: readonly Judged[],
  nth: number,
  { data }: World,
) {
  const meets = dialect === undefined || dialect === data.dialect ? exercise : []
  const callers = all.map(({ caller, findings }) => {
    const { good, calls } = findings[nth] as Finding
    const verdict = calls.length > 0 ? severity : good ? ('good' as const) : ('not-exercised' as const)
    return { caller, verdict, calls: [...calls], exercise: verdict === 'not-exercised' ? [...meets] : [] }
  })
  return { id, sentence, severity, source, guidance, callers }
}

function missing({ journal, settings }: World, watched: boolean): string[] {
  const dropped = journal.calls.dropped + journal.jobs.dropped
  const gone = !watched && dropped > 0 ? [`${droppedLines(dropped)} before they were judged. Start with --verdicts`] : []
  const bodies = settings.journalBodies
    ? []
    : ['The journal stores no bodies (--journal-bodies off), so calls with a body cannot be compared']
  return [...gone, ...bodies]
}
