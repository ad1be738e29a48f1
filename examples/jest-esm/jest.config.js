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
      // As Node resolves packages: not in their form for browsers.
      testEnvironmentOptions: { customExportConditions: ['node', 'node-addons'] },
    },
  ],
}
