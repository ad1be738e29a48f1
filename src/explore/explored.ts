/** Explores a client: searches, shrinks what was found, proves it and keeps it. */
import { findingsOf } from './findings.ts'
import { keep } from './keep.ts'
import { proven } from './proof.ts'
import { type Explored, type Finding, findingOf, reportOf } from './report.ts'
import { type Searching, search } from './search.ts'

/** `folder`: where what was found is written; undefined: nowhere. */
export async function explored(searching: Searching, folder: string | undefined): Promise<Explored> {
  const { session, seed } = searching
  const searched = await search(searching)
  const findings: Finding[] = []
  const seenOnce: string[] = []
  for (const found of await findingsOf(searching, searched)) {
    const finding = findingOf(
      found,
      findings.map(({ name }) => name),
    )
    if (found.of > 1 && found.failed === 1) {
      seenOnce.push(finding.sentence)
      continue
    }
    const scenario = await proven(session.simulator, finding.name, finding.scenario, found.schedule)
    const kept = folder === undefined ? {} : await keep(folder, finding.name, scenario, { searching, searched, found })
    findings.push({ ...finding, scenario, ...kept })
  }
  return reportOf(searched, { findings, seenOnce }, seed)
}
