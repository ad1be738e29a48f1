export default {
  transform: {},
  projects: [
    { displayName: 'node', testEnvironment: 'node', testMatch: ['<rootDir>/node.test.js'], transform: {} },
    {
      displayName: 'page',
      testEnvironment: 'jest-fixed-jsdom',
      setupFiles: ['<rootDir>/page-environment.js'],
      testMatch: ['<rootDir>/page.test.js'],
      transform: {},
      // Resolves packages as Node does, not in their browser variants.
      testEnvironmentOptions: { customExportConditions: ['node', 'node-addons'] },
    },
  ],
}
