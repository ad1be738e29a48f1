/** Every difference between the two dialects is shown by its proof. */
import { dialects } from '../src/service/areas/dialects.ts'
import { dialectNames } from '../src/service/wire/vocabulary.ts'
import { dialectAnswer } from '../tools/dialect-answers.ts'
import { expect, rule } from './support/rule.ts'

/** The member of a reply that a proof names: its status, its body, how many entries it lists, a header, or a member of its problem. */
function shown(reply: Awaited<ReturnType<typeof dialectAnswer>>, name: string): unknown {
  if (name === 'status') return reply.status
  if (name === 'body') return reply.text
  if (name === 'entries') return JSON.parse(reply.text).length
  return /^[a-z]+(?:-[a-z]+)+$/.test(name) ? reply.headers.get(name) : reply.problem[name]
}

for (const entry of dialects) {
  for (const dialect of dialectNames) {
    rule(entry.source, `${entry.topic}: ${dialect}`, async () => {
      const reply = await dialectAnswer(entry, dialect)

      for (const [name, value] of Object.entries(entry.proof[dialect])) expect(shown(reply, name), name).toEqual(value)
    })
  }
}
