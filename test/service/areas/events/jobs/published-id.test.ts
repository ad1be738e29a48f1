import { publishedId } from '../../../../../src/service/areas/events/jobs/publish.ts'
import { expect, rule } from '../../../../support/rule.ts'

for (const [role, actor, id] of [
  ['Sender', '0192:312345678', '23538531-8efc-fc2f-762f-bc0dcf556674'],
  ['Recipient', '0192:313456789', '034bcff3-e05d-50a0-86c6-8d8d111c98ad'],
] as const) {
  rule('events §3.2', `the id of a publication for ${role} ${actor} is ${id}`, () => {
    expect(publishedId('7d3f0c7e-2b41-4a8e-9f55-0f6c1f1a9b10', role, actor)).toBe(id)
  })
}
