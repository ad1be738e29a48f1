/** `standin journal`: what was called, and why it was answered that way. */
import { defineCommand } from './command.ts'
import { exportCalls } from './journal-export.ts'
import { list } from './journal-list.ts'
import { show } from './journal-show.ts'
import { story } from './journal-story.ts'
import { verify } from './journal-verify.ts'

export const journal = defineCommand({
  name: 'journal',
  summary: 'List the calls, follow them, show one in full, verify how often something was called, or export them',
  options: {},
  commands: [list, show, story, verify, exportCalls],
})
