/** What a reset of a world can keep. */

import { definedScenarios } from '../failures/catalogue.ts'
import { newClock } from '../world/clock.ts'
import { changedContacts, removedContacts } from '../world/contact-register.ts'
import type { WorldData } from '../world/environment.ts'
import { newJournal } from '../world/journal.ts'
import { newRecords, type RecordsData } from '../world/records.ts'
import { askedCounts, scenarioCounts, separateCounts } from '../world/scenario-state.ts'
import type { World } from '../world/world.ts'

export const keepable = ['scenarios', 'clock', 'contacts', 'journal'] as const
export type Keepable = (typeof keepable)[number]

/** New data, with parts of an old world. */
export function takingOver({ data, clock }: World, made: WorldData, keep: readonly Keepable[]): WorldData {
  const keeps = (what: Keepable) => keep.includes(what)
  return {
    ...made,
    ...(keeps('clock') && { created: clock.now(), clock: newClock(clock.mode, clock.now(), clock.speed, clock.lead()) }),
    ...(keeps('scenarios') && { scenarios: data.scenarios }),
    records: tablesOf(data.records, [...(keeps('scenarios') ? keptScenarios : []), ...(keeps('contacts') ? keptContacts : [])]),
    // New calls must not get the numbers of lines that are kept.
    ...(keeps('journal') ? { journal: data.journal, calls: data.calls } : { journal: newJournal(data.journal.closed) }),
  }
}

const keptScenarios = [definedScenarios, scenarioCounts, separateCounts, askedCounts]
/** Without former details: their times are those of the old clock. */
const keptContacts = [changedContacts, removedContacts]

const tablesOf = ({ tables }: RecordsData, kinds: readonly { readonly name: string }[]): RecordsData => ({
  ...newRecords(),
  tables: Object.fromEntries(kinds.flatMap(({ name }) => (tables[name] ? [[name, tables[name]]] : []))),
})
