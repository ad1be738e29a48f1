import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: 'tests',
  fullyParallel: true,
  workers: 2,
  reporter: 'list',
  use: {
    baseURL: 'http://127.0.0.1:5199',
    // If CHROMIUM is not set, Playwright uses the browser that "npx playwright install chromium" installs.
    launchOptions: { executablePath: process.env.CHROMIUM || undefined, args: ['--no-sandbox'] },
  },
  webServer: { command: 'node app/server.js', url: 'http://127.0.0.1:5199' },
})
