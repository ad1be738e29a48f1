import { defineConfig } from 'vitest/config'

// The window of happy-dom refuses replies of other origins, unless it is told not to.
const happyDOM = { settings: { fetch: { disableSameOriginPolicy: true } } }

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    projects: [
      { extends: true, test: { name: 'jsdom', environment: 'jsdom' } },
      { extends: true, test: { name: 'happy-dom', environment: 'happy-dom', environmentOptions: { happyDOM } } },
    ],
  },
})
