/** Zapier's package has no types. */
declare module 'zapier-platform-schema' {
  export function validateAppDefinition(definition: unknown): {
    errors: readonly { stack: string }[]
  }
}
