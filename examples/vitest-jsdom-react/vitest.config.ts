import { defineConfig } from 'vitest/config'

// By default, happy-dom's window refuses replies from other origins.
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
