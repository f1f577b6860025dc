import { Sprite, type Texture } from "pixi.js";
import { drawCount } from "./counters";
import { drawn, release } from "./pictures";
import { BADGE, COUNTED } from "./stacks";

/** The pixels with which the badge of a stack is drawn for each scene unit. */
const SHARP = 4;

/** The badges that say how many pieces a stack has. */
export class Counts {
  private readonly textures = new Map<number, Texture>();

  close(): void {
    for (const texture of this.textures.values()) release(texture);
    this.textures.clear();
  }

  /** A badge with this number, where it lies on the uppermost counter. */
  badge(count: number): Sprite {
    const badge = new Sprite(this.texture(count));
    badge.anchor.set(0.5);
    badge.setSize(BADGE, BADGE);
    badge.position.set(COUNTED.x, COUNTED.y);
    return badge;
  }

  private texture(count: number): Texture {
    let texture = this.textures.get(count);
    if (!texture) {
      texture = drawn(BADGE * SHARP, (context) => {
        context.scale(SHARP, SHARP);
        drawCount(context, count, BADGE / 2);
      });
      this.textures.set(count, texture);
    }
    return texture;
  }
}
