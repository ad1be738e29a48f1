/** Answers the calls of all control rows. */
import { createAttendant } from './attend.ts'
import { controls } from './index.ts'

export const attend = createAttendant(controls)
