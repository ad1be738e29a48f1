/** The list's rows: calls, each with its consequences below it if it is expanded. */
import { useMemo, useState } from 'preact/hooks'
import type { StoryEntry } from '../../../../control/client.ts'
import type { IconName } from '../../components/icon.tsx'
import { useControls } from '../../data/control.ts'
import { bookingOf, causeIn, type Family } from '../../data/families.ts'
import { hrefOf, recordHref } from '../../shell/address.ts'

export interface Part {
  readonly key: string
  readonly icon: IconName
  readonly what: string
  /** The status that a job set on a record, or the consequence's own status. */
  readonly status: string | null
  readonly why: string | null
  /** Times of the cause and of the consequence, in milliseconds of world time since 1970. */
  readonly from: number
  readonly at: number
  /** True if the consequence has not happened yet. */
  readonly isBooked: boolean
  /** Empty if the consequence has no page. */
  readonly href: string
}

export interface TrafficRow {
  readonly family: Family
  /** Absent for the call itself, and for a job that is listed separately. */
  readonly part?: Part
  /** End of the time axis, in milliseconds of world time since 1970. */
  readonly to: number
}

export const keyOfRow = ({ family, part }: TrafficRow): string => part?.key ?? family.head.id

export const isUnfoldable = ({ jobs }: Family): boolean => jobs.length > 0

/**
 * Returns the expanded calls and their consequences. Jobs are already loaded; other consequences are requested. `emptied`: changes when the
 * list is emptied.
 */
export function useUnfolded(familyOf: (id: string) => Family | undefined, emptied: number, query: Readonly<Record<string, string>>) {
  const [{ ids, of }, setUnfolded] = useState<{ readonly ids: readonly string[]; readonly of: number }>({ ids: [], of: emptied })
  const families = (of === emptied ? ids : []).flatMap((id) => familyOf(id) ?? []).filter(isUnfoldable)
  const read = useControls(
    'control.showJournalLine',
    families.map(({ head }) => ({ params: { id: head.id } })),
    { live: true },
  )
  const parts = new Map(families.map((family, at) => [family.head.id, partsOf(family, read[at]?.data?.caused ?? [], query)]))
  const toggle = (id: string) =>
    setUnfolded((before) => {
      const open = before.of === emptied ? before.ids : []
      return { ids: open.includes(id) ? open.filter((each) => each !== id) : [...open, id], of: emptied }
    })
  return { parts, toggle }
}

/** Returns the rows from the top, newest first. */
export function useRows(shown: readonly Family[], parts: ReadonlyMap<string, readonly Part[]>) {
  const length = shown.length
  const isFolded = parts.size === 0
  const rows = useMemo(() => (isFolded ? [] : unfoldedRows(shown, parts)), [shown, length, isFolded, parts])
  const at = (index: number): TrafficRow | undefined => {
    const family = shown[length - 1 - index]
    return family && { family, to: family.to }
  }
  return isFolded ? { count: length, at } : { count: rows.length, at: (index: number) => rows[index] }
}

function unfoldedRows(shown: readonly Family[], parts: ReadonlyMap<string, readonly Part[]>): readonly TrafficRow[] {
  const rows: TrafficRow[] = []
  for (let index = shown.length - 1; index >= 0; index--) {
    const family = shown[index] as Family
    const own = parts.get(family.head.id)
    const to = Math.max(family.to, ...(own ?? []).flatMap(({ at, isBooked }) => (isBooked ? [] : [at])))
    rows.push({ family, to })
    for (const part of own ?? []) rows.push({ family, part, to })
  }
  return rows
}

const icons: Readonly<Record<StoryEntry['kind'], IconName>> = {
  call: 'read',
  job: 'job',
  message: 'message',
  event: 'webhook',
  delivery: 'webhook',
  booking: 'clock',
}

/** Returns the consequences sorted by time. `caused`: consequences from the server, including messages, events and deliveries. */
function partsOf(family: Family, caused: readonly StoryEntry[], query: Readonly<Record<string, string>>): readonly Part[] {
  const times = new Map([[bookingOf(family.head.id), family.from]])
  const parts: Part[] = []
  for (const { id, at, operation, recordStatus: status, why, method } of family.jobs) {
    if (method !== null) continue
    const booking = bookingOf(id)
    const from = times.get(booking) ?? times.get(causeIn(booking)) ?? family.from
    const time = Date.parse(at)
    times.set(booking, time)
    parts.push({
      key: id,
      icon: 'job',
      what: operation ?? '',
      status,
      why,
      from,
      at: time,
      isBooked: false,
      href: hrefOf(['calls', id], query),
    })
  }
  for (const { kind, id, at, what, status, why, causedBy, environment } of caused) {
    const from = times.get(bookingOf(causedBy ?? ''))
    if (kind === 'job' || kind === 'call' || from === undefined) continue
    const isBooked = kind === 'booking'
    const href = isBooked ? '' : recordHref(kind, id)
    parts.push({ key: `${kind}/${environment}/${id}`, icon: icons[kind], what, status, why, from, at: Date.parse(at), isBooked, href })
  }
  return parts.sort((one, other) => one.at - other.at)
}
