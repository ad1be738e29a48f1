/** The clock as its control row shows it. */
import type { ControlReply } from '../../../control/client.ts'

export type Clock = ControlReply<'control.showClock'>
export type AccountOfAdvance = ControlReply<'control.advanceClock'>
