/** Recipes as a tester makes them: by one button, on a wide screen and on a phone. */
import { expect } from 'vitest'
import { recipes } from '../../../src/control/recipes/index.ts'
import { overflows, served, tester, violations, visit } from '../../support/dashboard.ts'

for (const [width, height] of [
  [1280, 800],
  [390, 844],
] as const)
  tester(`each recipe is made by one button, and tells what happened, its calls, and the same as curl (${width} px)`, async () => {
    const { url } = await served({ rateLimits: 'current' })
    const page = await visit(url, '#/recipes', { viewport: { width, height } })
    for (const { name, title } of recipes) {
      await page.getByRole('button', { name: `Run this recipe (${name})`, exact: true }).click()
      const told = page.getByRole('region', { name: `What happened: ${title}`, exact: true })
      await told.getByText('The same with curl').waitFor()

      expect([name, await told.getByRole('listitem').count()]).toEqual([name, expect.toSatisfy((count) => count > 1)])
      expect([name, await told.getByRole('row').count()]).toEqual([name, expect.toSatisfy((count) => count > 2)])
    }
    await page.getByText('The same with curl').first().click()
    await page.getByText('#!/bin/sh').first().waitFor()

    expect([await violations(page), await overflows(page)]).toEqual([[], false])
  })

tester('a recipe shows why a call was answered so, and leads to its line', async ({ url }) => {
  const page = await visit(url, '#/recipes/duplicate')
  await page.getByRole('button', { name: 'Run this recipe (duplicate)' }).click()
  await page.getByRole('cell', { name: /^a retry: / }).waitFor()
  await page.getByRole('link', { name: '2', exact: true }).click()
  await page.getByRole('article', { name: 'Line 2' }).waitFor()
})

tester('a recipe that cannot be made says why, and is found by the words of a tester', async ({ url, simulator }) => {
  await simulator.scenarios.use('outage-all')
  const page = await visit(url, '#/recipes', { expected: /status of 409/ })
  await page.getByLabel('Find a recipe').fill('malware')
  expect(await page.getByRole('heading', { level: 3 }).allTextContents()).toEqual(['A file contains malware'])
  await page.getByLabel('Find a recipe').fill('503')
  expect((await page.getByRole('heading', { level: 3 }).allTextContents())[0]).toBe('The contact register is unavailable')
  await page.getByLabel('Find a recipe').fill('malware')
  await page.getByRole('button', { name: 'Run this recipe (file-infected)' }).click()
  await page.getByRole('alert').getByText('Active scenarios in this world: outage-all').waitFor()
})
