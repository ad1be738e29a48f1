/** An entry of the timeline. */
import type { ControlReply } from '../../../control/client.ts'

export type Entry = ControlReply<'control.showTimeline'>['timeline'][number]
