import manifest from '../package.json' with { type: 'json' }

/** Version of this program, as package.json has it; a bundle carries it inside. */
export const engine: string = manifest.version
