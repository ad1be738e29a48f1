/** `standin capsule`: saves what was recorded, shows, replays and shortens it, makes a test of it. */
import { prove } from './capsule-prove.ts'
import { replay } from './capsule-replay.ts'
import { save } from './capsule-save.ts'
import { show } from './capsule-show.ts'
import { shrink } from './capsule-shrink.ts'
import { toTest } from './capsule-to-test.ts'
import { defineCommand } from './command.ts'

export const capsule = defineCommand({
  name: 'capsule',
  summary: 'Save what was recorded, show, replay and shorten it, make a test of it',
  options: {},
  commands: [save, show, replay, shrink, toTest, prove],
})
