import * as z from 'zod'
import { note } from './claims/field.ts'
import { defaultSettings } from './settings.ts'
import { version } from './version.ts'

/** A host with a port perhaps, and a path, as a container runtime takes them. */
const image = z
  .string()
  .max(255)
  .regex(
    /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::[0-9]{1,5})?\/)?[a-z0-9]+(?:[._/-]+[a-z0-9]+)*$/,
    'is no name of an image without a tag, like "quay.io/metallb/controller"',
  )

/** `allocator` as written. */
export const AllocatorImage = note(
  z
    .strictObject({
      image: note(image.optional(), {
        description: 'Where its image is, without a tag.',
        examples: ['registry.example.com/metallb/controller'],
        default: defaultSettings.allocator.image,
        unit: 'image name',
      }),
      version: note(version.optional(), {
        description: 'Its version: the tag of the image, without the "v" before it.',
        examples: ['0.15.2'],
        default: defaultSettings.allocator.version,
        unit: 'version',
      }),
    })
    .optional(),
  {
    description: 'The MetalLB controller that gives VIPs inside tenant clusters.',
    examples: [{ image: 'registry.example.com/metallb/controller' }],
    unit: 'image',
  },
)
