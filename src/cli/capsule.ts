/** `standin capsule`: saves what was recorded, and replays it. */

import { replay } from './capsule-replay.ts'
import { save } from './capsule-save.ts'
import { defineCommand } from './command.ts'

export const capsule = defineCommand({
  name: 'capsule',
  summary: 'Save what was recorded, and replay it',
  options: {},
  commands: [save, replay],
})
