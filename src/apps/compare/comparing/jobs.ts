/** Finds and runs the jobs of a call's records, and notes when the records changed. */
import type { Booking } from '../../../service/world/clock.ts'
import { isOf, organizationsIn, type Prepared } from './call.ts'
import type { Families, Pairs } from './pairing.ts'
import type { ComparedWorld } from './world.ts'

/** Maximum number of overdue jobs to run at once. */
const mostOverdue = 200
/** Maximum clock skew between the client and the real service, in milliseconds. */
const mostSkew = 2_000

export function createJobs(world: ComparedWorld, pairs: Pairs, families: Families) {
  /** Family → when a real reply last showed a change, in milliseconds since 1970. */
  const changes = new Map<string, number>()
  let count = 0

  async function run(job: Booking): Promise<void> {
    count++
    await world.run(job)
  }

  const familiesIn = (told: string) => new Set(pairs.oursIn(told).map(families.of))

  /** Returns up to `most` jobs for each entry that differs, or for the call as a whole. */
  function next(call: Prepared, about: readonly string[], most: number): readonly Booking[] {
    if (about.length === 0) return relatedTo(call).slice(0, most)
    return [...new Set(about.flatMap((entry) => relatedTo(call, entry).slice(0, most)))]
  }

  /**
   * Returns the due jobs for the records in `text`, which is by default the whole call and its reply. Jobs that name one of these records
   * come before jobs of other records in their families.
   */
  function relatedTo({ exchange, told, authorization }: Prepared, text = told): Booking[] {
    const due = world.due(exchange.ended + mostSkew)
    if (due.length === 0) return []
    const members = familiesIn(text)
    for (const org of organizationsIn(authorization)) members.add(org)
    const related = due.filter((booking) => isOf(booking, members, families))
    return [...new Set([...naming(related, new Set(pairs.oursIn(text))), ...related])]
  }

  const idsIn = ({ data }: Booking) => pairs.keysIn(JSON.stringify(data))
  const naming = (jobs: readonly Booking[], ids: ReadonlySet<string>) => jobs.filter((job) => idsIn(job).some((id) => ids.has(id)))

  return {
    familiesIn,
    relatedTo,
    next,
    run,
    /** Number of jobs run so far. */
    get count() {
      return count
    },
    /** Runs the jobs of records that have a job due by `before`. Resolves to false if there are none. */
    async runOverdue(call: Prepared, before: number): Promise<boolean> {
      const overdue = new Set(relatedTo(call).flatMap((job) => (job.at <= before ? idsIn(job) : [])))
      for (let ran = 0; ran < mostOverdue && overdue.size > 0; ran++) {
        const [job] = naming(relatedTo(call), overdue)
        if (!job || job.at > call.exchange.ended + mostSkew) break
        await world.run(job)
      }
      return overdue.size > 0
    },
    noteChange({ told, exchange }: Prepared): void {
      for (const family of familiesIn(told)) changes.set(family, exchange.ended)
    },
    /** Returns when a real reply last showed a change of the call's records. Undefined if one of them has not changed. */
    changedAt({ told }: Prepared): number | undefined {
      const times = [...familiesIn(told)].map((family) => changes.get(family))
      const known = times.filter((time) => time !== undefined)
      return known.length > 0 && known.length === times.length ? Math.max(...known) : undefined
    },
  }
}
