/** A line of the journal in full. */
import type { ControlReply } from '../../../control/client.ts'

export type FullLine = ControlReply<'control.showJournalLine'>
