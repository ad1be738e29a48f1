/** What only the bundler reads or makes. */
declare module '*.css'
declare module 'virtual:documents' {
  export const documents: readonly import('./pages/docs/find.ts').Document[]
}
