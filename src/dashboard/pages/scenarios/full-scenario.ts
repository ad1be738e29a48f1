/** A scenario with its rules and its document. */
import type { ControlReply } from '../../../control/client.ts'

export type FullScenario = ControlReply<'control.showScenario'>
