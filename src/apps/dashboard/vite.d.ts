/** Modules that only the bundler provides. */
declare module '*.css'
declare module 'virtual:documents' {
  export const documents: readonly import('./pages/docs/find.ts').Document[]
}
