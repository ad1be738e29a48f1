import { defineConfig } from 'vitest/config'

const architecture = 'test/architecture.test.ts'

export default defineConfig({
  test: {
    reporters: process.env.CI ? ['default', ['junit', { outputFile: 'out/junit.xml' }]] : ['default'],
    projects: [
      { test: { name: 'suite', include: ['test/**/*.test.ts'], exclude: [architecture] } },
      { test: { name: 'architecture', include: [architecture] } },
    ],
  },
})
