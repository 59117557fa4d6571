import type { FileHandle } from 'node:fs/promises';

const stepBytes = 65_536;

/** Returns the end of the last complete line; a crash in the middle of a write cut off what follows. */
export async function findTornTail(file: FileHandle, size: number): Promise<number> {
  const step = Buffer.alloc(stepBytes);
  for (let end = size; end > 0;) {
    const start = Math.max(0, end - stepBytes);
    const { bytesRead } = await file.read(step, 0, end - start, start);
    const newline = step.subarray(0, bytesRead).lastIndexOf(10);
    if (newline >= 0) return start + newline + 1;
    end = start;
  }
  return 0;
}
