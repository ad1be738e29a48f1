/** The page of verdicts: who behaves, who does not, and why. */
import { expect } from 'vitest'
import { harmed, hostile, overflows, served, tester, violations, visit } from '../../support/dashboard.ts'

async function read(url: string, token: string, id = 'none'): Promise<void> {
  await fetch(`${url}/future/shipment/${id}`, { headers: { authorization: `Bearer ${token}` } })
}

tester('a tester watches a world, sees what a client does wrong, and opens the call that shows it', async ({ simulator, url }) => {
  const page = await visit(url, '#/verdicts')
  await page.getByText('No client has made a call yet.').waitFor()
  await page.getByRole('button', { name: 'Watch this world' }).click()
  await page.getByRole('button', { name: 'Stop watching' }).waitFor()
  const { token } = await simulator.token({ org: 'ttd', clientId: 'my-app' })
  await read(url, token)
  await read(url, token)
  const card = page.locator('section.card', { has: page.getByRole('heading', { name: 'my-app' }) })
  await card.getByText('A client does not retry a refused call unchanged.').waitFor()

  expect(await card.getByText('bad', { exact: true }).count()).toBe(1)
  expect(await violations(page)).toEqual([])
  await card.getByText(/Not exercised: \d+ verdicts/).click()
  await card.getByRole('link', { name: 'rate-limit-recovery' }).first().waitFor()
  await card.getByRole('link', { name: '2', exact: true }).click()
  await page.waitForURL(/#\/calls\/2/)
})

tester('the page says that a scenario was not met, and shows what a client wrote as text, also on a phone', async () => {
  const { simulator, url } = await served({ verdicts: true })
  await simulator.scenarios.use('storage-not-ready')
  const { token } = await simulator.token({ org: 'ttd', clientId: hostile })
  await read(url, token)
  const page = await visit(url, '#/verdicts', { viewport: { width: 360, height: 800 } })
  await page.getByText('was switched on, but affected no calls.').waitFor()
  await page.getByText('<script>window.harmed=1</script>').first().waitFor()

  expect([await harmed(page), await overflows(page)]).toEqual([false, false])
})
