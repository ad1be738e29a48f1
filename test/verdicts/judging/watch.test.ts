import { expect, test } from 'vitest'
import { initialized } from '../../support/file-transfers.ts'
import { standin } from '../../support/standin.ts'
import { listening } from '../../support/subscribers.ts'

test('events that come at the same pace are no calls that keep failing', async () => {
  const here = standin({ verdicts: true })
  await listening(here)
  for (let nth = 0; nth < 6; nth++) {
    await initialized(here.client)
    await here.simulator.advance({ by: 5_000 })
  }

  const { verdicts } = await here.simulator.verdicts()
  const said = (id: string) => verdicts.find((verdict) => verdict.id === id)?.callers.map(({ verdict }) => verdict)
  expect([said('webhook-answers'), said('back-off'), said('retry-end')]).toEqual([['good'], ['not-exercised'], ['not-exercised']])
})
