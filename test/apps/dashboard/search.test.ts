/** The search, as a tester uses it. */
import { expect } from 'vitest'
import { overflows, served, tester, violations, visit } from '../../support/dashboard.ts'
import { orderTo, toEmail } from '../../support/orders.ts'

tester('a tester types the address of a recipient and reads the whole story, in the order of time', async ({ url, client, simulator }) => {
  await client.call('notifications.createOrder', { body: orderTo(toEmail('kari@example.org'), { idempotencyId: 'case-1' }) })
  await client.call('notifications.createOrder', { body: orderTo(toEmail('ola@example.org'), { idempotencyId: 'case-2' }) })
  await simulator.advance({ by: 'PT5M' })
  const page = await visit(url)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('kari@example.org')
  await page.keyboard.press('Enter')

  const story = page.getByRole('list', { name: 'The story of kari@example.org' })
  await story.getByRole('link', { name: 'notifications.createOrder' }).waitFor()
  const kinds = await story.locator('.story-kind').allInnerTexts()
  expect(kinds[0]).toBe('call')
  expect(kinds).toContain('job')
  expect(kinds).toContain('message')
  expect(await story.getByText('line 2', { exact: true }).count()).toBe(0)

  await page
    .getByRole('navigation', { name: 'Kinds' })
    .getByRole('link', { name: /message/ })
    .click()
  await expect.poll(() => story.locator('.story-kind').allInnerTexts(), { timeout: 10_000 }).toEqual(['message'])
  await page.getByRole('link', { name: /^All/ }).click()
  await story.getByRole('link', { name: 'notifications.createOrder' }).click()
  await page.getByRole('article', { name: 'Line 1' }).waitFor()
})

tester('a search that finds nothing says what it takes, and the same search works by an idempotencyId', async ({ url, client }) => {
  const page = await visit(url, '#/search?text=case-9')
  await page.getByText('Nothing matches this id, name or word.').waitFor()
  await client.call('notifications.createOrder', { body: orderTo(toEmail(), { idempotencyId: 'case-9' }) })

  await page.getByRole('list', { name: 'The story of case-9' }).getByText('upcoming').first().waitFor()
})

/** Word → what comes first, by the name of the section and its first link. */
const firsts = {
  429: ['Recipes', 'A rate limit is used up'],
  503: ['Recipes', 'The contact register is unavailable'],
  malware: ['Recipes', 'A file contains malware'],
  virus: ['Recipes', 'A file contains malware'],
  retry: ['Recipes', 'An order is sent twice'],
  timeout: ['Recipes', 'A client gives up on a call'],
  duplicate: ['Recipes', 'An order is sent twice'],
  reminder: ['Recipes', 'A reminder is sent'],
  quarantined: ['Recipients', undefined],
  flapping: ['Scenarios', 'flapping-authorization'],
} as const

tester('the words of testers find recipes, recipients and scenarios first, then documents, and never nothing above them', async () => {
  const { url } = await served()
  const page = await visit(url)
  for (const [word, [section, link]] of Object.entries(firsts)) {
    await page.getByRole('searchbox', { name: 'Search for a word, an id or a name' }).fill(word)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: word }).waitFor()
    await page.locator('.search-page h2').first().waitFor()
    const first = page.locator('.search-page section').first()
    await expect.poll(async () => [word, await first.getAttribute('aria-label')]).toEqual([word, section])
    if (link !== undefined) expect([word, await first.getByRole('link').first().innerText()]).toEqual([word, link])
    expect([word, await page.getByText('Nothing matches this').count()]).toEqual([word, 0])
  }
})

tester('a scenario that was found is switched on where it was found, and ids come last', async ({ url, client, simulator }) => {
  await client.call('notifications.createOrder', { body: orderTo(toEmail(), { idempotencyId: 'malware' }) })
  const page = await visit(url, '#/search?text=malware', { viewport: { width: 390, height: 844 } })
  await page.getByRole('list', { name: 'The story of malware' }).waitFor()
  await page.getByRole('region', { name: 'In the documents' }).waitFor()
  const labels = await page.locator('.search-page section').evaluateAll((all) => all.map((each) => each.querySelector('h2')?.textContent))
  expect(labels).toEqual(['Recipes', 'Scenarios', 'In the documents'])
  const order = await page.evaluate(() => {
    const [documents, story] = ['.in-documents', '.story'].map((each) => document.querySelector(each)?.getBoundingClientRect().top ?? 0)
    return (documents ?? 0) < (story ?? 0)
  })
  expect(order).toBe(true)
  await page.getByRole('switch', { name: 'infected-file' }).click()
  await expect.poll(async () => (await simulator.scenarios.find('infected-file')).active).toBe(true)
  expect([await violations(page), await overflows(page)]).toEqual([[], false])
})

tester('the page of scenarios finds them by the words of testers', async ({ url }) => {
  const page = await visit(url, '#/scenarios?text=429')
  await page.getByRole('link', { name: /^rate-limit-all / }).waitFor()
  await page.getByLabel('Find a scenario').fill('malware')
  await page.getByRole('link', { name: /^infected-file / }).waitFor()
  expect(await page.getByRole('link', { name: /^rate-limit-all / }).count()).toBe(0)
})
