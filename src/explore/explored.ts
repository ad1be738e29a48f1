/** Explores a client: searches, shrinks what was found, proves it and keeps it. */
import { findingsOf } from './findings.ts'
import { keep } from './keep.ts'
import { proven } from './proof.ts'
import { type Explored, type Finding, findingOf, reportOf } from './report.ts'
import type { Session } from './run.ts'
import { type Progress, type Searching, search } from './search.ts'

/** `folder`: where what was found is written; undefined: nowhere. */
export async function explored(searching: Searching, folder: string | undefined): Promise<Explored> {
  const { session, seed } = searching
  const { failing, reducing } = inTwoParts(searching)
  const searched = await search(failing)
  const findings: Finding[] = []
  const seenOnce: string[] = []
  for (const found of await findingsOf(reducing, searched)) {
    const finding = findingOf(
      found,
      findings.map(({ name }) => name),
    )
    if (found.of > 1 && found.failed === 1) {
      seenOnce.push(finding.sentence)
      continue
    }
    const scenario = await proven(session.simulator, finding.name, finding.scenario, found.schedule)
    const kept = folder === undefined ? {} : await keep(folder, finding.name, scenario, { searching: reducing, searched, found })
    findings.push({ ...finding, scenario, ...kept })
  }
  return reportOf(searched, { findings, seenOnce }, seed)
}

/** The runs with faults, and the runs that reduce what failed: both say how far it is. */
function inTwoParts(searching: Searching): { readonly failing: Searching; readonly reducing: Searching } {
  const { session, progress } = searching
  const { tick } = session.simulator.platform
  let last: Progress | undefined
  let [ended, runs] = [0, 0]
  const note = (now: Progress) => {
    last = now
    ended = tick()
    progress(now)
  }
  const client: Session['client'] = (place) => {
    runs += 1
    if (last) progress({ ...last, ms: last.ms + tick() - ended, reducing: runs })
    return session.client(place)
  }
  return { failing: { ...searching, progress: note }, reducing: { ...searching, session: { ...session, client } } }
}
